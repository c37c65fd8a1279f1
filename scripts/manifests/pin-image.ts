/** The file in which each image is pinned. */
export const pinnable: Record<string, string> = {
  evenkeel: 'deploy/kubernetes/image/kustomization.yaml',
  postgresql: 'deploy/kubernetes/database/kustomization.yaml',
};

type Pinned = { outcome: 'pinned'; text: string } | { outcome: 'refused'; reason: string };

/** Sets the image of `name` in the kustomization `text`. Refuses a tag or a digest of zeros: they identify no image. */
export function pinImage({ text, name, image }: { text: string; name: string; image: string }): Pinned {
  const [, registry, digest] = /^([\w.-]+(?::\d+)?(?:\/[\w.-]+)+)@(sha256:[0-9a-f]{64})$/.exec(image) ?? [];
  if (!registry || !digest || /^sha256:0+$/.test(digest))
    return { outcome: 'refused', reason: `"${image}" is not an image with a digest: registry/name@sha256:<64 digits>` };
  const entry = new RegExp(`(- name: ${name}\\n\\s+newName: ).*(\\n\\s+digest: ).*`);
  if (!entry.test(text)) return { outcome: 'refused', reason: `The kustomization has no image named ${name}` };
  return { outcome: 'pinned', text: text.replace(entry, `$1${registry}$2${digest}`) };
}
