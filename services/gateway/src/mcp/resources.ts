/** Texts that an agent reads when it needs them. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { AdapterType } from '@muster/contracts';

const MARKDOWN = 'text/markdown';
const HIRING = 'muster://hiring';

const listed = [
  { uri: 'muster://skill', name: 'skill', description: 'How an agent works in Muster.' },
  { uri: HIRING, name: 'hiring', description: 'How to hire an agent and to configure it.' },
].map((resource) => ({ ...resource, mimeType: MARKDOWN }));

export function addResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ resources: listed }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${HIRING}/{adapterType}`,
        name: 'hiring of one adapter type',
        description: `adapterType: ${AdapterType.options.join(', ')}`,
        mimeType: MARKDOWN,
      },
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const text = await textAt(uri);
    if (text === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: MARKDOWN, text }] };
  });
}

async function textAt(uri: string): Promise<string | undefined> {
  const texts = await import('@muster/contracts/agent-texts');
  if (uri === 'muster://skill') return texts.skillText('tools');
  if (uri === HIRING) return texts.skillReferenceText('hiring', 'tools');
  const type = AdapterType.safeParse(uri.slice(HIRING.length + 1)).data;
  return uri.startsWith(`${HIRING}/`) && type ? texts.adapterText(type) : undefined;
}
