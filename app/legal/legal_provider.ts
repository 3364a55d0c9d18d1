import { followMerges } from '#app/providers/merge_followers'

/** Procedures and what is owed in them go with a supplier that is merged. */
export default class LegalProvider {
  boot() {
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/legal/actions/merge_legal')).countLegal(sourceId, trx),
      move: async (merge, trx) => (await import('#app/legal/actions/merge_legal')).mergeLegal(merge, trx),
    })
  }
}
