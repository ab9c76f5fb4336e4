import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

interface Place {
  readonly start: number;
  readonly end: number;
}

// What is built is built by plain JavaScript, which has no types.
const { bracket }: { bracket(code: string, isCalled: (place: Place) => boolean): string } = await import(
  join(import.meta.dirname, 'bracket-functions.mjs')
);

const all = () => true;

test.each([
  ['f(function(){},async function(){})', 'f((function(){}),(async function(){}))'],
  ['const a=()=>1,b=e=>{f(e)};', 'const a=(function(){return 1}),b=(function(e){f(e)});'],
  ['f(async({a},...b)=>({a,b}))', 'f((async function({a},...b){return {a,b}}))'],
  ['f(e=>(a,()=>e),(e=()=>1)=>e)', 'f((function(e){return a,(function(){return e})}),(e=(function(){return 1}))=>e)'],
  ["'use strict';const a=f();function f(){return 1}", "'use strict';var f=(function(){return 1});const a=f();"],
  ['function*f(){}async function g(){}', 'var f=(function*(){});var g=(async function(){});'],
  [
    'function f(e){let t=2;function n(e){return()=>e}return n(t)}',
    'var f=(function(e){var n=(function(e){return(function(){return e})});let t=2;return n(t)});',
  ],
  ['(class{m(){return()=>1}get x(){}f=()=>this})', '(class{m(){return(function(){return 1})}get x(){}f=()=>this})'],
  [
    '({m(){},get x(){return 1},async*g(){},f:()=>1})',
    '({m(){},get x(){return 1},async*g(){},f:(function(){return 1})})',
  ],
  ['()=>()=>arguments[0]', '()=>()=>arguments[0]'],
  ['if(a){function f(){}}', 'if(a){function f(){}}'],
  ['function f(){return 1}function f(){return 2}', 'function f(){return 1}function f(){return 2}'],
])('%s', (code, bracketed) => expect(bracket(code, all)).toBe(bracketed));

test('what is not called stays as it is', () => {
  const code = 'const a=()=>1;function f(){return a}function g(){return()=>f}';
  const place = (text: string) => ({ start: code.indexOf(text), end: code.indexOf(text) + text.length });
  const called = place('function f(){return a}');
  const isCalled = ({ start, end }: Place) => start === called.start && end === called.end;
  expect(bracket(code, () => false)).toBe(code);
  expect(bracket(code, isCalled)).toBe('var f=(function(){return a});const a=()=>1;function g(){return()=>f}');
});

test('the program does what it did: values before their lines, names, what `new` makes', () => {
  const code = `
    const log = [early(), typeof later, new Made(3).x, early.name];
    function early() { return inner(2); function inner(n) { return n === 0 ? [] : [n, ...inner(n - 1)]; } }
    function later() {}
    function Made(x) { this.x = x; }
    const arrow = () => 1, made = function () {}, { given = () => 2 } = {};
    function Kept() { this.own = 4; return [1].map(() => this.own).concat([2].map((two, at) => ({ two, at }))); }
    log.push(Kept.call({}), [3].map(async (n) => n).length, (({ a: [b] = [5] }, ...c) => [b, c])({}, 6));
    log.push(arrow.name, made.name, given.name, later.length, [..."ab"].map((one, at) => one + at));
    for (const n of [1, 2]) { log.push(block()); function block() { return n; } }
    JSON.stringify(log)`;
  expect(runInNewContext(bracket(code, all))).toBe(runInNewContext(code));
});
