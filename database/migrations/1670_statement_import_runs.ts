import { BaseSchema } from '@adonisjs/lucid/schema'

/** The run that imports a large statement in the background, so that nobody starts it twice. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table statement_uploads add column run_id bigint references job_runs on delete set null;
      create index statement_uploads_run on statement_uploads (run_id) where run_id is not null;
    `)
  }

  async down() {
    this.schema.raw(`alter table statement_uploads drop column run_id;`)
  }
}
