import router from '@adonisjs/core/services/router'

const Imports = () => import('#app/imports/controllers/imports_controller')
const ImportApplications = () => import('#app/imports/controllers/import_applications_controller')
const ImportTemplates = () => import('#app/imports/controllers/import_templates_controller')

const kinds = new Map<string, string>()

/** The import that a route is of. Throws for a route that `importRoutes` did not make. */
export function importOfRoute(name: string | undefined): string {
  const kind = kinds.get(name ?? '')
  if (!kind) throw new Error(`The route «${name}» is of no import`)
  return kind
}

/** `at` and `name` begin its paths and the names of its routes; `page` is its first page, to which files are sent too, where that has a path of its own. */
type Told = { kind: string; at: string; name: string; page?: { path: string; name: string } }

/**
 * The routes of an import but the way back: the page, the file, the columns, the taking on and the template. They go into a
 * group of the area, which says who may use them.
 */
export function importRoutes({ kind, at, name, page }: Told): void {
  const first = page ?? { path: `${at}/create`, name: `${name}.create` }
  const named = (suffix: string) => {
    kinds.set(`${name}.${suffix}`, kind)
    return `${name}.${suffix}`
  }
  kinds.set(first.name, kind)
  router.get(first.path, [Imports, 'create']).as(first.name)
  router.get(`${at}/template`, [ImportTemplates, 'show']).as(named('template'))
  if (page) kinds.set(`${page.name}.store`, kind)
  router.post(page?.path ?? at, [Imports, 'store']).as(page ? `${page.name}.store` : named('upload'))
  router.put(`${at}/:import`, [Imports, 'update']).as(named('columns'))
  router.post(`${at}/:import`, [ImportApplications, 'store']).as(named('store'))
}

/** The way back of an import, for those who may take it. */
export function importUndoRoute({ kind, at, name }: Omit<Told, 'page'>) {
  kinds.set(`${name}.destroy`, kind)
  return router.delete(`${at}/:import`, [ImportApplications, 'destroy']).as(`${name}.destroy`)
}
