/** SQL: whether somebody took back what a movement of this id was matched or booked as; from then on it waits for people. */
export const isTakenBack = (lineId: string): string =>
  `exists (select 1 from audit_events e where e.object_type = 'bank_statement_line' and e.object_id = ${lineId}
     and e.event = 'bank_statement_line.undo' and e.user_id is not null)`
