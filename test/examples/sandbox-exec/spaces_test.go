// docs sandbox exec -- go test spaces_test.go
package spaces

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

type list struct {
	Items []struct{ Title string }
}

func ask(t *testing.T, method string, body string) list {
	url := os.Getenv("DOCS_BASE_URL") + "/v1/orgs/" + os.Getenv("DOCS_ORG") + "/spaces"
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("authorization", "Bearer "+os.Getenv("DOCS_TOKEN"))
	request.Header.Set("content-type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	var read list
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func TestASpaceThatWasMadeIsListed(t *testing.T) {
	ask(t, "POST", `{"title": "Made by Go"}`)
	for _, space := range ask(t, "GET", "").Items {
		if space.Title == "Made by Go" {
			return
		}
	}
	t.Fatal("it is not listed")
}
