import { followProcesses } from '#app/jobs/process_state'
import { defineArea } from '#app/kernel/area'

/** What runs by itself: seen, run, paused and trusted by people (area 35). */
export const processes = defineArea({
  name: 'processes',
  floor: 4,
  tables: [],
  menu: { 'automatic-processes.index': [] },
  routes: [() => import('#app/processes/routes')],
  boot() {
    followProcesses({
      restored: async (restore, trx) =>
        (await import('#app/processes/actions/tell_restored')).tellOfRestore(restore, trx),
      moved: async (move, trx) => (await import('#app/processes/actions/record_move')).recordMove(move, trx),
      failed: async (turn, trx) => (await import('#app/processes/actions/tell_turn')).tellFailing(turn, trx),
      recovered: async (turn, trx) =>
        (await import('#app/processes/actions/tell_turn')).tellRecovered(turn, trx),
    })
  },
})
