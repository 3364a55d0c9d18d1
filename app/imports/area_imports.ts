import type { DeclaredImport } from '#app/imports/define_import'
import type { Area } from '#app/kernel/area'

declare module '#app/kernel/area' {
  interface Area {
    /** Files that people bring in, by the name that each has in `imports`; loaded with the first of its files. */
    imports?: Readonly<Record<string, () => Promise<DeclaredImport>>>
  }
}

const declared = new Map<string, () => Promise<DeclaredImport>>()

/** Lets the mechanism know the imports that an area brings. Throws for a name that another has. */
export function declareImports({ name, imports = {} }: Area): void {
  for (const [kind, load] of Object.entries(imports)) {
    if (declared.has(kind)) throw new Error(`${name}: another import is called «${kind}»`)
    declared.set(kind, load)
  }
}

/** The import of a name. Throws for one that nobody brings: that is a bug in the routes. */
export async function declaredImport(kind: string): Promise<DeclaredImport> {
  const load = declared.get(kind)
  if (!load) throw new Error(`No area brings an import «${kind}»`)
  return load()
}
