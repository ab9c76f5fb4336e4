export {
  mp3,
  mp4,
  pngOf,
  sendChat,
  sendFile,
  sendJson,
  serveGateway,
  stubKey,
  stubModels,
} from './testing/serve-gateway.ts';
export type { Answer, Seen, StubGateway } from './testing/serve-gateway.ts';
