export { fieldOf, isRecord, textOf, type JsonRecord } from './json-record.ts';
