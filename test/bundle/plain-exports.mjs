import { parseAst } from './parse-ast.mjs';

const given = String.raw`Object\.defineProperty\(exports,\`([\w$]+)\`,\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)`;
const allGiven = new RegExp(String.raw`(?:${given}[,;]?\s*)+$`);

/**
 * The same chunk, giving out values where it gives out a function for each of its names: for hundreds of names that is
 * a thirtieth of a start. At the end of a chunk all that is in it has its value; what a function assigns to later keeps
 * its function.
 */
export function plainExports(code) {
  const assigned = new Set();
  look(parseAst(code), []);
  return code.replace(allGiven, (all) =>
    all.replaceAll(new RegExp(given, 'g'), (whole, name, variable) =>
      assigned.has(variable) ? whole : `exports.${name}=${variable}`,
    ),
  );

  function look(node, hidden) {
    const names = [...hidden, ...declaredIn(node).flatMap(namesOf)];
    const target = {
      AssignmentExpression: 'left',
      UpdateExpression: 'argument',
      ForInStatement: 'left',
      ForOfStatement: 'left',
    };
    const changed = node[target[node.type]];
    for (const name of changed === undefined ? [] : namesOf(changed)) if (!names.includes(name)) assigned.add(name);
    for (const inner of innerOf(node)) look(inner, names);
  }
}

/** What hides variables of the file from all that is in a function, block or loop. */
function declaredIn({ type, params = [], id, body, init, left, param }) {
  if (type === 'FunctionExpression') return [...params, id];
  if (type === 'BlockStatement') return body.filter((one) => one.type.endsWith('Declaration'));
  if (type.startsWith('For')) return [init ?? left].filter((one) => one?.type === 'VariableDeclaration');
  return type === 'CatchClause' ? [param] : params;
}

/** The variables that a pattern or declaration has, or that are assigned to; more is safe, fewer is not. */
function namesOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => namesOf(id));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return namesOf(node.id);
    case 'ArrayPattern':
      return node.elements.flatMap(namesOf);
    case 'ObjectPattern':
      return node.properties.flatMap((one) => namesOf(one.value ?? one.argument));
    case 'AssignmentPattern':
      return namesOf(node.left);
    case 'RestElement':
      return namesOf(node.argument);
    default:
      return [];
  }
}

function innerOf(node) {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter((inner) => typeof inner?.type === 'string'),
  );
}
