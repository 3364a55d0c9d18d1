import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const PAGES = 'inertia/pages'
const PAGE_FILE = /(^|\/)(index|create|show|edit)\.tsx$/
const OUTPUT = '.adonisjs'

export type CommittedRoute = { name?: string; pattern: string; methods: string[] }
type Hooks = { add(event: 'routesCommitted', handler: (parent: unknown, routes: unknown) => void): void }

/**
 * Keeps two generated files true: the props of every page, so that a controller that forgets one does not
 * compile, and the named routes, so that a page that misspells one does not compile either.
 */
export function codegen() {
  return {
    async run(_parent: unknown, hooks: unknown) {
      await writePages()
      const registry = hooks as Hooks
      registry.add('routesCommitted', (_, routes) => writeRoutes(routes as Record<string, CommittedRoute[]>))
    },
  }
}

/** Writes `.adonisjs/server/pages.d.ts`: one line a page, taken from its default export. */
export async function writePages(): Promise<void> {
  const files = (await readdir(PAGES, { recursive: true })).filter((file) => PAGE_FILE.test(file)).sort()
  const lines = files.map((file) => {
    const page = file.replace(/\.tsx$/, '')
    return `    '${page}': PageProps<(typeof import('../../${PAGES}/${file}'))['default']>`
  })
  await write(
    join(OUTPUT, 'server/pages.d.ts'),
    `import '@adonisjs/inertia/types'

type PageProps<T> = T extends (props: infer Props) => unknown ? Omit<Props, 'children'> : never

declare module '@adonisjs/inertia/types' {
  export interface InertiaPages {
${lines.join('\n')}
  }
}
`
  )
}

/** Writes `.adonisjs/client/routes.ts`: name and pattern of every named route. */
export async function writeRoutes(byDomain: Record<string, CommittedRoute[]>): Promise<void> {
  const named = Object.values(byDomain)
    .flat()
    .filter((route) => route.name)
    .map((route) => `  '${route.name}': '${route.pattern}',`)
  await write(
    join(OUTPUT, 'client/routes.ts'),
    `export const routes = {\n${[...new Set(named)].sort().join('\n')}\n} as const\n`
  )
}

async function write(path: string, content: string): Promise<void> {
  const existing = await readFile(path, 'utf8').catch(() => '')
  if (existing === content) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  process.stderr.write(`generated ${relative('.', path)}\n`)
}
