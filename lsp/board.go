package lsp

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"

	"nazo/ide/trial"
)

// openBoard shows the spec and what an example gives on the page, and returns its address.
func (q query) openBoard(example int) (any, error) {
	if q.server.options.Board == nil {
		return nil, errors.New("there is no page here")
	}
	instance, err := trial.Instance(q.ctx, q.doc, example)
	if err != nil {
		return nil, q.why(err)
	}
	address, err := q.server.options.Board(q.server.ctx)
	if err != nil {
		return nil, err
	}
	spec, _ := q.doc.Spec()
	address += "#" + packed(spec.Name, q.doc.Source.Text, instance)
	if q.server.client.Window.ShowDocument.Support {
		q.server.request("window/showDocument", showDocumentParams{URI: address, External: true})
	} else {
		q.server.conn.Notify(q.ctx, "window/showMessage", showMessageParams{messageInfo, address})
	}
	return address, nil
}

// packed is a puzzle as the page reads it from the part of its address behind #: JSON, deflated, in base64 for addresses.
func packed(name, spec, instance string) string {
	text, err := json.Marshal(map[string]string{"n": name, "s": spec, "i": instance})
	if err != nil {
		panic("lsp: texts are no JSON: " + err.Error())
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic("lsp: " + err.Error())
	}
	w.Write(text)
	w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}
