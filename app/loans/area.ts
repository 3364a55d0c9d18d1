import { defineArea } from '#app/kernel/area'

/** What companies of the group owe each other, and a bank, by agreement. */
export const loans = defineArea({
  name: 'loans',
  floor: 10,
  tables: [],
})
