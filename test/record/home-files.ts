import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Place, ToolDefinition } from '@modelrack/tool-kit';
import type { Picture } from '@modelrack/tool-kit/testing';

/** The tool's own files in a home folder, without what nobody else may see. */
export function homeFiles(tool: ToolDefinition, home: string): Picture {
  const places = tool.files.flatMap((spec) => [...spec.places, ...(spec.merged ?? [])]);
  const paths = new Set(places.flatMap((place) => pathBelowHome(place) ?? []));
  const there = [...paths].filter((path) => existsSync(join(home, path)) && statSync(join(home, path)).isFile());
  return new Map(there.map((path) => [path, withoutSecrets(readFileSync(join(home, path)), home)]));
}

/** As it is on Linux without any variable. */
function pathBelowHome(place: Place): string | undefined {
  if (place.on !== undefined && !place.on.includes('linux')) return undefined;
  if ('home' in place) return place.home;
  if ('xdgConfig' in place) return join('.config', place.xdgConfig);
  if ('config' in place) return join('.config', place.config);
  return 'xdgData' in place ? join('.local/share', place.xdgData) : undefined;
}

const names = String.raw`[\w.-]*(?:key|token|secret|password|authorization|cookie)[\w.-]*`;
/** What stands behind the name of a secret, but for a reference to it. */
const named = new RegExp(String.raw`(["']?${names}["']?[ \t]*[:=][ \t]*["']?(?:Bearer )?)(?![$({])[^\s"',}]{6,}`, 'gi');
const known = /\b(?:sk|pk|gsk|xai|ghp|gho|github_pat|hf|AIza)[-_][\w-]{8,}/g;
const host = /(https?:\/\/)(?!localhost|127\.|\[::1\])[\w.-]+/g;

/** Bytes for bytes where nothing is found. The host is none that the suite's own gateways have. */
function withoutSecrets(bytes: Uint8Array, home: string): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const clean = text
    .replaceAll(named, '$1sk-placeholder')
    .replaceAll(known, 'sk-placeholder')
    .replaceAll(host, '$1house.example.test')
    .replaceAll(home, '/home/me')
    .replaceAll(`/${basename(home)}/`, '/me/');
  return clean === text ? bytes : Buffer.from(clean);
}
