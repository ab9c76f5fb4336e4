import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

// What is built is built by plain JavaScript, which has no types.
const { plainExports }: { plainExports(code: string): string } = await import(
  join(import.meta.dirname, 'plain-exports.mjs')
);

const given = (name: string, variable: string) =>
  `Object.defineProperty(exports,\`${name}\`,{enumerable:!0,get:function(){return ${variable}}})`;

test('names are given out as the values that they have at the end', () => {
  const code = `var a=1;function b(){}class c{}${given('x', 'a')},${given('y', 'b')},${given('z', 'c')};`;
  expect(plainExports(code)).toBe('var a=1;function b(){}class c{}exports.x=a,exports.y=b,exports.z=c;');
});

test.each([
  'function f(){a=2}',
  'function f(){[{b:a}]=c}',
  'function f(){({...a}=c)}',
  'const f=()=>a++',
  'const f=()=>{for(a of c);}',
  'const f=()=>{{let a=1}a=2}',
  'class C{m(){for(let b=1;;)a??=b}}',
  'function f(b=a=1){}',
])('what is assigned to later is given out by a function: %s', (later) => {
  const code = `let a;${later};${given('x', 'a')};`;
  expect(plainExports(code)).toBe(code);
});

test.each([
  'function f(a){a=2}',
  'function f({b:[a]}){a=2}',
  'const f=()=>{let a;{a=2}}',
  'const f=()=>{for(let a=0;;a++);}',
  'const f=()=>{try{}catch(a){a=1}}',
  '(function a(){a=1})',
])('what a name hides is not assigned to: %s', (hiding) => {
  const code = `let a=1;${hiding};`;
  expect(plainExports(`${code}${given('x', 'a')};`)).toBe(`${code}exports.x=a;`);
});

test('a function may replace itself, and what is given out before the end is left', () => {
  const self = `function a(){a=()=>1}${given('x', 'a')};`;
  const early = `${given('x', 'a')};var a=1;`;
  expect([self, early].map(plainExports)).toEqual([self, early]);
});

test('both give out the same', () => {
  const code = `var a=1,b;function set(){b=2}${given('a', 'a')},${given('b', 'b')},${given('set', 'set')};`;
  const module = { exports: {} as { a: number; b: number; set(): void } };
  runInNewContext(`(function(exports){${plainExports(code)}})`)(module.exports);
  module.exports.set();
  expect([module.exports.a, module.exports.b]).toEqual([1, 2]);
});
