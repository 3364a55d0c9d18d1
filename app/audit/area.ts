import { defineArea } from '#app/kernel/area'

/** What happened, by whom and when. */
export const audit = defineArea({
  name: 'audit',
  floor: 2,
  tables: ['audit_events'],
})
