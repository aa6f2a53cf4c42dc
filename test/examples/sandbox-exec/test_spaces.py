# docs sandbox exec -- pytest test_spaces.py
import json
import os
from urllib.request import Request, urlopen


def spaces(body=None):
    request = Request(
        f"{os.environ['DOCS_BASE_URL']}/v1/orgs/{os.environ['DOCS_ORG']}/spaces",
        data=body and json.dumps(body).encode(),
        headers={
            "authorization": f"Bearer {os.environ['DOCS_TOKEN']}",
            "content-type": "application/json",
        },
    )
    with urlopen(request) as answer:
        return json.load(answer)


def test_a_space_that_was_made_is_listed():
    spaces({"title": "Made by pytest"})
    assert "Made by pytest" in [space["title"] for space in spaces()["items"]]
