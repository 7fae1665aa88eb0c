import type { KubernetesServer } from './kubernetes-server.js';
import type { Manifest } from './manifest.js';

interface Resource {
  name: string;
  kind: string;
  namespaced: boolean;
}

/** Sends the manifest as a dry run with strict validation, which refuses unknown and duplicate fields. Nothing is stored. */
export async function dryRun(server: KubernetesServer, manifest: Manifest) {
  return server.post(`${await collectionOf(server, manifest)}?dryRun=All&fieldValidation=Strict`, manifest);
}

/** Creates the object. @throws unless the server accepts it. */
export async function create(server: KubernetesServer, manifest: Manifest): Promise<void> {
  const response = await server.post(`${await collectionOf(server, manifest)}?fieldValidation=Strict`, manifest);
  if (response.status !== 201) throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${response.body.message}`);
}

/** The path of the collection for the kind of the manifest, from the discovery API. */
async function collectionOf(server: KubernetesServer, { apiVersion, kind, metadata }: Manifest): Promise<string> {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await server.get(root);
  const resources = (body['resources'] ?? []) as Resource[];
  const resource = resources.find((candidate) => candidate.kind === kind && !candidate.name.includes('/'));
  if (!resource) throw new Error(`the server has no ${kind} of ${apiVersion}`);
  return resource.namespaced ? `${root}/namespaces/${metadata.namespace}/${resource.name}` : `${root}/${resource.name}`;
}
