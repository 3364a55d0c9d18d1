import { defineArea } from '#app/kernel/area'

/** The demo group. */
export const demo = defineArea({
  name: 'demo',
  floor: 15,
  tables: [],
})
