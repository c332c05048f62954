// Package kubernetes holds the manifest of a fleet to what Kubernetes' API takes. It is a module of its own, for what that needs.
package kubernetes

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// read decodes a manifest as an API server that is told to be strict: unknown and repeated fields are errors.
func read(text []byte) ([]runtime.Object, error) {
	scheme := runtime.NewScheme()
	if err := errors.Join(core.AddToScheme(scheme), apps.AddToScheme(scheme)); err != nil {
		return nil, err
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := utilyaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(text)))
	defer documents.Close()
	var out []runtime.Object
	for document := make([]byte, len(text)); ; {
		n, err := documents.Read(document)
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		object, _, err := decoder.Decode(document[:n], nil, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, object)
	}
}

// joints are errors for what must fit together, and is only looked at by a cluster.
func joints(objects []runtime.Object) error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	claims, ports := map[string]bool{}, map[string]string{} // of services: the pods' label, and its port
	var pods []core.PodTemplateSpec
	for _, o := range objects {
		switch o := o.(type) {
		case *core.PersistentVolumeClaim:
			claims[o.Name] = true
		case *core.Service:
			ports[o.Name] = o.Spec.Selector["app"] + ":" + o.Spec.Ports[0].TargetPort.String()
		case *apps.Deployment:
			if !maps.Equal(o.Spec.Selector.MatchLabels, o.Spec.Template.Labels) {
				fail("%s selects other pods than it makes", o.Name)
			}
			pods = append(pods, o.Spec.Template)
		default:
			fail("%T is not looked at", o)
		}
	}
	for _, pod := range pods {
		app, volumes := pod.Labels["app"], map[string]bool{}
		for _, v := range pod.Spec.Volumes {
			volumes[v.Name] = true
			if c := v.PersistentVolumeClaim; c != nil && !claims[c.ClaimName] {
				fail("%s: no claim %s", app, c.ClaimName)
			}
		}
		for _, c := range pod.Spec.Containers {
			mounts := map[string]bool{}
			for _, m := range c.VolumeMounts {
				mounts[m.MountPath] = true
				if !volumes[m.Name] {
					fail("%s: no volume %s", app, m.Name)
				}
			}
			for _, arg := range c.Args {
				if flag, path, ok := strings.Cut(arg, "=/"); ok && !mounts["/"+strings.Split(path, "/")[0]] {
					fail("%s: nothing is mounted for %s=/%s", app, flag, path)
				}
				if host, ok := strings.CutPrefix(arg, "nats://"); ok && ports[strings.TrimSuffix(host, ":4222")] == "" {
					fail("%s: no service is called %s", app, host)
				}
			}
			for _, p := range c.Ports {
				found := false
				for _, to := range ports {
					found = found || to == app+":"+p.Name
				}
				if !found {
					fail("%s: no service leads to port %s", app, p.Name)
				}
			}
			if s := c.SecurityContext; s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || !mounts["/tmp"] {
				fail("%s: its files are to be read-only, but for /tmp", app)
			}
		}
	}
	return errors.Join(errs...)
}

func TestManifest(t *testing.T) {
	text, err := os.ReadFile("../kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := joints(objects); err != nil {
		t.Error(err)
	}
	if len(objects) != 4 {
		t.Errorf("%d objects", len(objects))
	}
	// Each of these must not pass.
	for _, wrong := range []struct{ old, new string }{
		{"terminationGracePeriodSeconds: 90", "terminationGraceSeconds: 90"},
		{"replicas: 4", "replicas: four"},
		{"      app: nazo-fleet-worker\n  template", "      app: worker\n  template"},
		{"claimName: nazo-fleet-hub", "claimName: hub"},
		{"mountPath: /token", "mountPath: /secret"},
		{"nats://nazo-fleet-hub:4222", "nats://hub:4222"},
		{"targetPort: hub", "targetPort: nats"},
		{"name: tmp\n          emptyDir", "name: temporary\n          emptyDir"},
	} {
		if !bytes.Contains(text, []byte(wrong.old)) {
			t.Fatalf("the manifest has no %q", wrong.old)
		}
		objects, err := read(bytes.Replace(text, []byte(wrong.old), []byte(wrong.new), 1))
		if err == nil {
			err = joints(objects)
		}
		if err == nil {
			t.Errorf("%q passes", wrong.new)
		}
	}
}
