// Export: drawings as files and on paper.
import { download } from "./dom";

/** A drawing as a file of its own. */
export function saveSVG(name: string, svg: string) { download(name + ".svg", new Blob([svg], { type: "image/svg+xml" })); }

/** A drawing as a picture of points, twice as fine as on the screen. */
export async function savePNG(name: string, svg: string) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise<void>((ok, bad) => { image.onload = () => ok(); image.onerror = () => bad(new Error("the drawing can't be made a picture")); image.src = url; });
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    const to = canvas.getContext("2d")!;
    to.fillStyle = "#fff";
    to.fillRect(0, 0, canvas.width, canvas.height);
    to.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((ok) => canvas.toBlob(ok, "image/png"));
    if (!blob) throw new Error("the picture is too large");
    download(name + ".png", blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}
