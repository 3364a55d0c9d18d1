import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AreaFacts } from './read_areas.js'

/** What names a table: in a statement, where the name may follow in the next line or after a comma, and in a list. */
const NAMES_A_TABLE = [
  /\b(?:from|join|into|update|using|table)\s+(?:only\s+|lateral\s+)?([a-z][a-z0-9_]*)\b/g,
  /,\s*([a-z][a-z0-9_]*)\s+(?:as\s+)?[a-z][a-z0-9_]*\b(?!\s*[:(])/g,
  /\bfrom:\s*['"`]([a-z][a-z0-9_]*)\b/g,
]
/** A statement whose table is put in: then it is whatever the file has in quotes. */
const PUTS_A_TABLE = /\b(?:from|join|into|update)\s+\$\{/
const QUOTED = /['"`]([a-z][a-z0-9_]*)['"`]/g
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

export type Use = { file: string; area: string; table: string; owner: string }

/**
 * Uses of tables that belong to an area of a higher floor, or to another of the same, one for each file and table: what an
 * import may not do, SQL does not do either. Each file lies below app/<area>/.
 */
export function usesUpward(
  areas: readonly AreaFacts[],
  files: readonly { path: string; text: string }[]
): Use[] {
  const owners = new Map(areas.flatMap((area) => area.tables.map((table) => [table, area] as const)))
  const top = Math.max(...areas.map(({ floor }) => floor))
  return files.flatMap(({ path, text }) => {
    const [, name = ''] = path.split('/')
    const floor = name === 'kernel' ? 1 : areas.find((area) => area.name === name)?.floor
    if (floor === undefined) return []
    const code = text.replaceAll(COMMENTS, '')
    const patterns = PUTS_A_TABLE.test(code) ? [...NAMES_A_TABLE, QUOTED] : NAMES_A_TABLE
    const named = new Set(
      patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table))
    )
    return [...named].flatMap((table) => {
      const owner = owners.get(table)
      const isBarred =
        owner && owner.name !== name && (owner.floor > floor || (owner.floor === floor && floor < top))
      return isBarred ? [{ file: path, area: name, table, owner: owner.name }] : []
    })
  })
}

/** The TypeScript of the areas: `app/<area>/**`. */
export function areaSources(root = 'app') {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts'))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
