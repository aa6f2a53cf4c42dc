// The demo's OpenAPI specification, as its owner wrote it.

export const parcelsSpec = `openapi: 3.1.0
info:
  title: Tarnpost parcels
  version: "2.4"
  description: Send parcels and follow them.
servers:
  - url: https://api.tarnpost.example/v2
paths:
  /shipments:
    get:
      summary: List shipments
      operationId: listShipments
      parameters:
        - name: limit
          in: query
          schema: { type: integer, minimum: 1, maximum: 100 }
      responses:
        "200":
          description: A page of shipments
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Shipment" }
  /shipments/{id}:
    get:
      summary: Get a shipment
      operationId: getShipment
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: string }
      responses:
        "200":
          description: The shipment
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Shipment" }
        "404":
          description: No such shipment
components:
  schemas:
    Shipment:
      type: object
      required: [id, status]
      properties:
        id: { type: string }
        status: { type: string, enum: [created, moving, delivered] }
`;
