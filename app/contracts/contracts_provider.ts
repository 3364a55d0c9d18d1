import { followMerges } from '#app/providers/merge_followers'

/** Contracts go with a supplier that is merged. */
export default class ContractsProvider {
  boot() {
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/contracts/actions/merge_contracts')).countContracts(sourceId, trx),
      move: async (merge, trx) =>
        (await import('#app/contracts/actions/merge_contracts')).mergeContracts(merge, trx),
      after: async (merge) =>
        (await import('#app/contracts/actions/merge_contracts')).tellMergedContracts(merge),
    })
  }
}
