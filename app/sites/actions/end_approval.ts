import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { givenReason } from '#app/kernel/text/given_reason'
import { type ApprovalStatus, approvalWorkflow } from '#app/sites/workflows/approval_workflow'

/** Ends an approval, or withdraws a proposal, from this moment. What it decided stands. */
export async function endApproval(approvalId: number, reason: string, actor: Actor): Promise<void> {
  givenReason(reason)
  await inTransaction(async (trx) => {
    const approval = await oneRow<{ siteId: number; status: ApprovalStatus }>(
      `select site_id, status from approvals where id = :approvalId for update`,
      { approvalId },
      trx
    )
    const to = approvalWorkflow.next(approval.status, 'end')
    await execute(
      `update approval_kinds set active = false where approval_id = :approvalId`,
      { approvalId },
      trx
    )
    await execute(
      `update approvals set status = :to, ended_by = :by, ended_at = now(), end_reason = :reason where id = :approvalId`,
      { approvalId, to, by: actor.userId, reason: reason.trim() },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'approval',
        objectId: approvalId,
        siteId: approval.siteId,
        event: 'approval.ended',
        from: approval.status,
        to,
        reason: reason.trim(),
      },
      trx
    )
  })
}
