import { at } from '../json-value.ts';
import type { JsonRecord } from '@modelrack/json';
import { flagOf, namesOf, valuesOf, wordsOf } from './row.ts';
import type { Row } from './row.ts';

const mustBeTrue = namesOf('active enabled isactive isenabled isready ready available isavailable callable');
const mustBeFalse = namesOf(
  'offline isoffline disabled isdisabled unavailable retired isretired removed deleted',
  'decommissioned archived isarchived',
);
const states = ['status', 'state', 'availability', 'lifecycle', 'lifecyclestatus', 'modelstatus'];
// `not-loaded` is none of them: a request loads the model.
const goneWords = new Set(
  'offline disabled inactive unavailable notready notavailable deactivated retired removed deleted decommissioned archived comingsoon sunset suspended'.split(
    ' ',
  ),
);
const endDates = namesOf(
  'deactivatedat expirationdate expiresat retiresat retiredat retirementdate shutdownat',
  'shutdowndate sunsetat sunsetdate endoflife eoldate removaldate decommissiondate',
);

/** Says whether a request can reach the model: it is not switched off, has somebody who serves it, and is not past its end. */
export function isCallable(fields: JsonRecord, { row, now }: { row: Row; now: Date }): boolean {
  if (mustBeTrue.some((name) => flagOf(row, [name]) === false)) return false;
  if (mustBeFalse.some((name) => flagOf(row, [name]) === true)) return false;
  if (wordsOf(row, states).some((word) => goneWords.has(word))) return false;
  const providers = at(fields, 'providers');
  if (Array.isArray(providers) && providers.length === 0) return false;
  return !valuesOf(row, endDates).some((value) => isPast(value, now));
}

/** Says whether the row announces an end: by a flag, or by a date, past or to come. */
export function isDeprecated(row: Row): boolean {
  if (flagOf(row, ['deprecated', 'isdeprecated']) === true) return true;
  if (wordsOf(row, states).includes('deprecated')) return true;
  const dates = valuesOf(row, ['deprecation', 'deprecatedat', 'deprecationdate', ...endDates]);
  return dates.some((value) => timeOf(value) !== undefined);
}

function isPast(value: unknown, now: Date): boolean {
  const time = timeOf(value);
  return time !== undefined && time <= now.getTime();
}

/** ISO text, or seconds or milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{9,13}$/.test(value)) return timeOf(Number(value));
  if (typeof value === 'number' && value > 0) return value < 1e11 ? value * 1000 : value;
  const time = typeof value === 'string' && /^\d{4}-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
