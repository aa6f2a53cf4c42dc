// A certificate to test with; nobody has kept its key. It holds until 2041.
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvjCCAWOgAwIBAgIUS9f9UKu7M/4cgf6FNWKq23ZUnwcwCgYIKoZIzj0EAwIw
NDERMA8GA1UECgwIVGFybnBvc3QxHzAdBgNVBAMMFmxvZ2luLnRhcm5wb3N0LmV4
YW1wbGUwHhcNMjYxMTIxMDMxMjQwWhcNNDExMTE3MDMxMjQwWjA0MREwDwYDVQQK
DAhUYXJucG9zdDEfMB0GA1UEAwwWbG9naW4udGFybnBvc3QuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABL7Oyf9LyAG+9scSLQpv+wEUjIUbLjIoKYNZ
3wZBepMvImQl9BJMmoeFQEuT8YoVTVD2atKTp3EBdxY1JgRTElSjUzBRMB0GA1Ud
DgQWBBS1DGknX6VOxHJ4Dobe8XF+ZcRz1TAfBgNVHSMEGDAWgBS1DGknX6VOxHJ4
Dobe8XF+ZcRz1TAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQD8
Y6C7lsHgsbWusi7jMuW3s6G5O9RUiQftGACjPZ5jBgIhAKAg3XTknOearlHIM3TF
QpifT8y5QNNe21KtWF2nME4Q
-----END CERTIFICATE-----`;

/** One that may come after it: it holds until 2045. */
export const NEXT_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBQTCB6QIUfTW5d2Mk+oApCpu4Tb5boBCxgjUwCgYIKoZIzj0EAwIwIDERMA8G
A1UECgwIVGFybnBvc3QxCzAJBgNVBAMMAkNBMB4XDTI2MDEwMTAwMDAwMFoXDTQ1
MDEwMTAwMDAwMFowKDETMBEGA1UEAwwKbG9naW4gMjAyNzERMA8GA1UECgwIVGFy
bnBvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASRXnJhYqg/NVr6NBdow5Zx
+9DIWOzzOHoyRHF6w74j6uVvGIW5SxWLV5teDfdMYISsPlDm0WioTwvejo9BCj9w
MAoGCCqGSM49BAMCA0cAMEQCIBxMoDZPGHzdb1yzGTRtqt2koQDpF7h5/48J4YPv
gvdqAiAzyntureNy8ywoU2+wgBxPuaebgsKztuYbBqb2VQgMdA==
-----END CERTIFICATE-----`;

/** The base64 of a certificate, as SAML metadata has it. */
const base64Of = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '');

/** Metadata of an identity provider, with the prefixes most of them use. */
export const METADATA = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by an identity provider -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/metadata">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>${base64Of(CERTIFICATE)}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso?a=1&amp;b=2"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;
