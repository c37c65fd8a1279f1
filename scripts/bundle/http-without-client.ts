import http from 'node:http';
import type { Plugin } from 'rolldown';

/** Reading any of these loads the client of `fetch`, and importing Node's own module reads every export. */
const ofTheClient = ['CloseEvent', 'MessageEvent', 'WebSocket'];
const names = Object.keys(http).filter((name) => !ofTheClient.includes(name));

/** Imports `node:http` without these unused exports, which would cost a twentieth of the start time. */
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
