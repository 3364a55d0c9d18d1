import { defineArea } from '#app/kernel/area'

/** Accounts that nobody may pay. */
export const blacklist = defineArea({
  name: 'blacklist',
  floor: 6,
  tables: ['iban_blacklist', 'iban_blacklist_hits'],
  menu: {
    'iban-blacklist.index': [
      'blacklist/entries/create',
      'blacklist/entries/edit',
      'blacklist/entries/show',
      'blacklist/imports/create',
    ],
  },
  routes: [() => import('#app/blacklist/routes')],
  imports: {
    'iban-blacklist': async () => (await import('#app/blacklist/blacklist_import')).blacklistImport,
  },
  jobs: [async () => (await import('#app/blacklist/jobs/expire_entries_job')).expireEntriesJob],
  refusals: {
    CX001: 'Este IBAN está en la lista negra y no puede guardarse.',
    CX002: 'Hay un IBAN de la lista negra entre los pagos: retírelo antes de continuar.',
    CX003: 'Una entrada de la lista negra no se modifica ni se borra así: recargue la página.',
    CX004: 'La baja debe confirmarla otro usuario.',
  },
})
