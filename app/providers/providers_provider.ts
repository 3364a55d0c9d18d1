import { followBlacklist } from '#app/blacklist/sweepers'

/** The list of blocked accounts knows no suppliers: their accounts follow it from here. */
export default class ProvidersProvider {
  boot() {
    followBlacklist({
      noun: 'cuentas de proveedores',
      affected: async (like) =>
        (await import('#app/providers/actions/sweep_listed_banks')).affectedBanks(like),
      sweep: async (ids, actor) =>
        (await import('#app/providers/actions/sweep_listed_banks')).sweepListedBanks(ids, actor),
    })
  }
}
