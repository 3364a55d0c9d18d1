import type { InertiaPages } from '@adonisjs/inertia/types'

/** The pages of imports: all of them are `kit/table_import/import_page`, each under its own name. */
export type ImportPageName = {
  [Name in keyof InertiaPages]: InertiaPages[Name] extends { about: { wrongRows: unknown } } ? Name : never
}[keyof InertiaPages]
