import ts from 'typescript'

/** What SQL has and no other text of a controller: statements, functions, and a column compared or negated. */
const SQL = [
  /\bselect\b[\s\S]+\bfrom\b/i,
  /\b(?:insert into|delete from|exists \()/i,
  /\bupdate [a-z_]+ set\b/i,
  /\b(?:f_unaccent|coalesce|lower|upper|abs|sum|count|any)\(/,
  /\b[a-z]\w*\.[a-z_]+ *(?:=|<>|<|>|&&|@>|->|\|\|| is | in | not | like | ilike | between )/,
  /(?:^|\s)not [a-z]\w*\.[a-z_]+/,
  /[=<>(] ?:[a-zA-Z]/,
]

export type ControllerSql = { file: string; line: number; sql: string }

/** Texts of controllers that are SQL: queries and conditions have files of their own; a controller names columns at most. */
export function sqlInControllers(files: readonly { path: string; text: string }[]): ControllerSql[] {
  return files
    .filter(({ path }) => path.endsWith('_controller.ts'))
    .flatMap(({ path, text }) => {
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
      return textsOf(source)
        .filter(({ text: said }) => SQL.some((pattern) => pattern.test(said)))
        .map(({ at, text: sql }) => ({
          file: path,
          line: source.getLineAndCharacterOfPosition(at).line + 1,
          sql: sql.replaceAll(/\s+/g, ' ').slice(0, 80),
        }))
    })
}

/** Every text in quotes, a template with «…» for what is put in. */
function textsOf(source: ts.SourceFile): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push({ at: node.getStart(source), text: node.text })
    if (ts.isTemplateExpression(node))
      found.push({
        at: node.getStart(source),
        text: [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
      })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
