/** Answers of a gateway that means no good, or is none: as it sends them, byte for byte, and how `setup` has to end. */
import { gzipSync } from 'node:zlib';

export interface HostileAnswer {
  readonly name: string;
  /** What the server sends for a request; the request line is its argument. */
  readonly send: (requestLine: string) => string | Buffer;
  /** Exit codes that are right. */
  readonly codes: readonly number[];
}

const list = (rows: readonly unknown[]): string => JSON.stringify({ object: 'list', data: rows });
const good = list([
  { id: 'lite', context_window: 131_072 },
  { id: 'acme/one', context_window: 65_536 },
]);
const ok = (body: string, headers = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const status = (code: number | string, headers = '', body = ''): string =>
  `HTTP/1.1 ${code} X\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const row = (name: string, codes: readonly number[], send: HostileAnswer['send'] | string | Buffer): HostileAnswer => ({
  name,
  codes,
  send: typeof send === 'function' ? send : () => send,
});
/** Leads to another path of the same gateway, which then answers with a fine list. */
const movedTo = (path: string): HostileAnswer['send'] => {
  return (line) => (line.startsWith('GET /v1/models ') ? status(302, `Location: ${path}\r\n`) : ok(good));
};

const redirects = [
  row('a command in the path', [6], movedTo('/$(touch$IFS/tmp/made)$OPENAI_API_KEY/v1/models')),
  row('a variable in the path', [6], movedTo('/$OPENAI_API_KEY/v1/models')),
  row('backticks', [2, 6], movedTo('/`id`/v1/models')),
  row('an environment reference', [2, 6], movedTo('/{env:HOME}/v1/models')),
  row('a template', [2, 6], movedTo('/${{secrets.KEY}}/v1/models')),
  row('two commands', [6], movedTo('/a;id/v1/models')),
  row('a background command', [6], movedTo('/a&id/v1/models')),
  row('a pipe', [2, 6], movedTo('/a|id/v1/models')),
  row('quotes', [2, 6], movedTo(`/a'"b/v1/models`)),
  row('a glob', [6], movedTo('/*/v1/models')),
  row('history', [6], movedTo('/!!/v1/models')),
  row('a command behind the question mark', [0], movedTo('/v1/models?$(id)')),
  row('another path', [2], movedTo('/team-b/v1/models')),
  row('a whole URL with a user', [2, 6, 0], (line) => movedTo(`/v1/models#$(id)`)(line)),
  row('another host', [6], status(302, 'Location: http://localhost:9/v1/models\r\n')),
  row('a file', [6], status(302, 'Location: file:///etc/passwd\r\n')),
  row('a script', [6], status(302, 'Location: javascript:alert(1)\r\n')),
  row('nowhere', [6], status(302)),
  row('itself', [6], status(302, 'Location: /v1/models\r\n')),
  row('a metadata server', [6], status(307, 'Location: http://169.254.169.254/latest\r\n')),
];

const statuses = [
  row('101 with an upgrade', [6], 'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  row('101 without', [6], 'HTTP/1.1 101 X\r\n\r\n'),
  row('103 before the answer', [0], `HTTP/1.1 103 X\r\nLink: <a>\r\n\r\n${ok(good)}`),
  row('000', [6], 'HTTP/1.1 000 X\r\n\r\n'),
  row('99', [6], 'HTTP/1.1 99 X\r\n\r\n'),
  row('1000', [6], 'HTTP/1.1 1000 X\r\n\r\n'),
  ...[204, 205, 300, 305, 418, 451, 499].map((code) => row(String(code), [6], status(code))),
  row('304 without a question', [4], status(304)),
  row(
    '401 with the key in it',
    [5],
    status(401, '', '{"error":{"message":"{key} {key64} {keyspelled} {keyLOUD} {keycoded} {keyescaped}"}}'),
  ),
  row('402', [4], status(402)),
  row('429 for a century', [4], status(429, 'Retry-After: 99999999999\r\n')),
  ...[600, 999].map((code) => row(String(code), [4], status(code))),
  row('206', [0], status(206, '', good)),
];

const bodies = [
  row('no HTTP', [6], '\0\u0001\u0002 what'),
  row('HTTP/0.9', [6], good),
  row('HTTP/2', [6], 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  row('two lengths', [6], `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${good}`),
  row('a header of 100 kB', [6], `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`),
  row('a gzip bomb', [4], Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), bomb()])),
  row('no gzip', [4], ok('no gzip', 'Content-Encoding: gzip\r\n')),
  row('an encoding of its own', [4], ok(good, 'Content-Encoding: zstd\r\n')),
  ...['null', '3', '"x"', 'true', '{}', '{"data":null}', '\0\0', '<html>sign in</html>', ''].map((body) =>
    row(`the body ${JSON.stringify(body)}`, [6], ok(body)),
  ),
  row('an empty list', [6], ok('[]')),
  row('100,000 brackets', [6], ok(`{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
  row('200,000 objects in each other', [6], ok(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`)),
];

// Kimi takes no model without a window: beside tools that do, exit code 8.
const rows = [
  row('an id of 1 MB', [0, 8], ok(list([{ id: 'lite' }, { id: `x/${'a'.repeat(2 ** 20)}` }]))),
  row('a name of 1 MB', [0], ok(list([{ id: 'lite', name: 'n'.repeat(2 ** 20), context_window: 9000 }]))),
  row('200,000 rows', [2], ok(list(Array.from({ length: 200_000 }, (_, index) => ({ id: `p/m${index}` }))))),
  row('ids that are names of objects', [0, 8], ok('{"data":[{"id":"__proto__"},{"id":"constructor"},{"id":"a/b"}]}')),
  row(
    'ids that a shell, a tool or a terminal reads',
    [0, 8],
    ok(
      list(
        [
          'a/$(id)',
          'a/`id`',
          '!id',
          '$HOME/x',
          'x/{env:HOME}',
          'x/${{ y }}',
          'a\u001b[31mb',
          'a\nb',
          'a\u202eb',
          'ok/x',
        ].map((id) => ({ id, context_window: 9000 })),
      ),
    ),
  ),
  row(
    'names that do',
    [0],
    ok(list([{ id: 'a/b', name: '$(id)\u001b]0;x\u0007 {env:HOME} `id`', context_window: 9000 }])),
  ),
  row(
    'rows of every type',
    [0, 8],
    ok(
      '{"data":[1,null,"s",[],{"id":5},{"id":""},{"id":"a/b","context_window":"NaN"},{"id":"c/d","context_window":1e400}]}',
    ),
  ),
  row('pages that go on for ever', [0, 8], (line) =>
    ok(`{"data":[{"id":"a/${line.length}${Math.random()}"}],"has_more":true,"last_id":"${Math.random()}"}`),
  ),
  row('pages that repeat', [0, 8], ok('{"data":[{"id":"a/b"}],"has_more":true,"last_id":"a/b"}')),
  row('a next page elsewhere', [0, 8], ok('{"data":[{"id":"a/b"}],"links":{"next":"http://169.254.169.254/x"}}')),
];

function bomb(): Buffer {
  return gzipSync(Buffer.alloc(100 * 2 ** 20));
}

export const hostileAnswers: readonly (HostileAnswer & { readonly group: string })[] = [
  ...redirects.map((answer) => ({ ...answer, group: 'a redirect to' })),
  ...statuses.map((answer) => ({ ...answer, group: 'the status' })),
  ...bodies.map((answer) => ({ ...answer, group: 'a body:' })),
  ...rows.map((answer) => ({ ...answer, group: 'a list:' })),
];
