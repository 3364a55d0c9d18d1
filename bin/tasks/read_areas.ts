import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type AreaFacts = { name: string; floor: number; tables: string[] }

/**
 * Name, floor and tables of every area, from the text of its area.ts and of its kinds of payments: the checks look before anything is built. Throws for an
 * area.ts that does not tell its floor.
 */
export function readAreas(root = 'app'): AreaFacts[] {
  return readdirSync(root)
    .filter((name) => name !== 'kernel' && existsSync(join(root, name, 'area.ts')))
    .map((name) => {
      const text = readFileSync(join(root, name, 'area.ts'), 'utf8')
      const floor = /^ {2}floor: (\d+),$/m.exec(text)?.[1]
      if (floor === undefined) throw new Error(`app/${name}/area.ts does not tell its floor`)
      const told = [
        text,
        ...globSync(join(root, name, 'kinds/*/kind.ts')).map((kind) => readFileSync(kind, 'utf8')),
      ]
      const tables = told.map((part) => /^ {2}tables: \[([^\]]*)\]/m.exec(part)?.[1] ?? '').join()
      return {
        name,
        floor: Number(floor),
        tables: [...tables.matchAll(/'([a-z0-9_]+)'/g)].map(([, table]) => table ?? ''),
      }
    })
}
