import type { KubernetesServer } from './kubernetes-server.js';
import type { Manifest } from './manifest.js';

interface Resource {
  name: string;
  kind: string;
  namespaced: boolean;
}

/** Would the server take it? Unknown and doubled fields are refused; nothing is stored. */
export async function tryOut(server: KubernetesServer, manifest: Manifest) {
  return server.post(`${await collectionOf(server, manifest)}?dryRun=All&fieldValidation=Strict`, manifest);
}

/** Makes it for real. @throws unless the server takes it. */
export async function create(server: KubernetesServer, manifest: Manifest): Promise<void> {
  const answer = await server.post(`${await collectionOf(server, manifest)}?fieldValidation=Strict`, manifest);
  if (answer.status !== 201) throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${answer.body.message}`);
}

/** Where objects of its kind are, as the server itself tells. */
async function collectionOf(server: KubernetesServer, { apiVersion, kind, metadata }: Manifest): Promise<string> {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await server.get(root);
  const resources = (body['resources'] ?? []) as Resource[];
  const resource = resources.find((candidate) => candidate.kind === kind && !candidate.name.includes('/'));
  if (!resource) throw new Error(`the server knows no ${kind} of ${apiVersion}`);
  return resource.namespaced ? `${root}/namespaces/${metadata.namespace}/${resource.name}` : `${root}/${resource.name}`;
}
