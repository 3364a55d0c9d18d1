import { BaseSchema } from '@adonisjs/lucid/schema'

/** The picture of an announcement may be a stored file of ours instead of an address; never both. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table announcements add column image_file_id bigint unique references files;
      alter table announcements add constraint announcements_one_image check (image_url is null or image_file_id is null);
    `)
  }

  async down() {
    this.schema.raw(`alter table announcements drop column image_file_id`)
  }
}
