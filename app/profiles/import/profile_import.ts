import { defineImport } from '#app/imports/table_import'
import { counted } from '#app/kernel/text/counted'
import { readJsonProfiles } from '#app/profiles/import/json_profiles'
import { judgeProfiles } from '#app/profiles/import/judge_profiles'
import { PROFILE_COLUMNS, readProfileRow } from '#app/profiles/import/profile_rows'
import { lockKnown, takeProfiles } from '#app/profiles/import/take_profiles'

/** Expense profiles as they are exported, a table of their words or JSON: all of them or none. */
export const profileImport = defineImport({
  kind: 'expense-profiles',
  page: 'providers/profile_imports/create',
  at: {
    create: '/profile-manager/imports/create',
    files: '/profile-manager/imports',
    back: '/profile-manager',
    done: '/profile-manager',
  },
  title: 'Importar perfiles',
  subtitle:
    'Un fichero Excel, CSV o JSON como los que exporta la página de perfiles. El perfil que ya exista con el mismo nombre y proveedor se sustituye. Si hay un error no se importa ninguno.',
  help: 'En una tabla, una fila por palabra clave.',
  fileLabel: 'Fichero de Excel, CSV o JSON',
  nouns: { one: 'perfil', many: 'perfiles' },
  columns: PROFILE_COLUMNS,
  rowsMax: 200_000,
  bytesMax: 5 * 1024 * 1024,
  shown: [
    { key: 'name', title: 'Perfil', kind: 'text' },
    { key: 'provider', title: 'Proveedor', kind: 'text' },
    { key: 'category', title: 'Categoría', kind: 'text' },
    { key: 'words', title: 'Palabras', kind: 'number' },
    { key: 'becomes', title: 'Qué pasa', kind: 'text' },
  ],
  wrongRows: 'refuse',
  repeatedFile: 'tell',
  keepsFile: true,
  keepsRows: false,
  audit: {
    objectType: 'expense_profile',
    applied: 'expense_profile.imported',
    undone: 'expense_profile.import_undone',
  },
  told: (count) => `${counted(count, 'perfil importado', 'perfiles importados')}.`,
  context: () => Promise.resolve(null),
  read: readProfileRow,
  readOther: readJsonProfiles,
  judge: judgeProfiles,
  show: ({ filed, known }) => ({
    name: filed.name,
    provider: filed.provider ?? 'Todos',
    category: filed.category,
    words: filed.keywords.length,
    becomes: known ? 'Sustituye al que hay' : 'Nuevo',
  }),
  lock: (values, _asked, trx) => lockKnown(values, trx),
  apply: async (right, work, trx) => {
    const { taken, created, changed } = await takeProfiles(right, work, trx)
    const message = `Perfiles importados: ${counted(created, 'nuevo', 'nuevos')}, ${counted(changed, 'cambiado', 'cambiados')}.`
    return { count: taken.length, siteIds: [], taken, message }
  },
  undo: {
    whyNot: 'lo que decían los perfiles sustituidos ya no está; desactive en su página los que no quiera',
  },
})
