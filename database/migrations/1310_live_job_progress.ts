import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every change of a job run is told to whoever listens, when its transaction commits: the web processes pass it
 * on to the browsers. The message carries keys only, never a text, because anybody connected may listen.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table job_runs add column site_id bigint;

      create function tell_job_run() returns trigger language plpgsql as $$
        begin
          perform pg_notify('job_runs', json_build_object('userId', new.user_id, 'siteId', new.site_id,
            'objectType', new.object_type, 'objectId', new.object_id)::text);
          return null;
        end $$;
      create trigger job_runs_tell after insert or update on job_runs
        for each row execute function tell_job_run();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger job_runs_tell on job_runs;
      drop function tell_job_run();
      alter table job_runs drop column site_id;
    `)
  }
}
