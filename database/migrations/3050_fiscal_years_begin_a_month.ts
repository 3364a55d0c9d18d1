import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A fiscal year begins with the first day of a month, as `openFiscalYears` has always opened them: what a year carries is
 * told from the totals of whole months.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table fiscal_years add constraint fiscal_years_begin_a_month
        check (starts_on = date_trunc('month', starts_on::timestamp)::date and ends_on + 1 = date_trunc('month', ends_on::timestamp + interval '1 day')::date)
    `)
  }

  async down() {
    this.schema.raw(`alter table fiscal_years drop constraint fiscal_years_begin_a_month`)
  }
}
