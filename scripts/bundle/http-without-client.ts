import http from 'node:http';
import type { Plugin } from 'rolldown';

/** Each of these loads the client of `fetch`, of which an import of Node's own module reads every name. */
const ofTheClient = ['CloseEvent', 'MessageEvent', 'WebSocket'];
const names = Object.keys(http).filter((name) => !ofTheClient.includes(name));

/** Asks for `node:http` without what nobody here uses of it, which would cost each start a twentieth of its time. */
export const httpWithoutClient: Plugin = {
  name: 'http-without-client',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'require-call' ? null : '\0http'),
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`,
  },
};
