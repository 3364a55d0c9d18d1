import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files that go with a mail: the receipt of a payment, the monthly report of a company. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table outgoing_mail_files (
        mail_id bigint not null references outgoing_mails on delete cascade,
        file_id bigint not null references files,
        primary key (mail_id, file_id)
      );
      create index outgoing_mail_files_file on outgoing_mail_files (file_id);
    `)
  }

  async down() {
    this.schema.dropTable('outgoing_mail_files')
  }
}
