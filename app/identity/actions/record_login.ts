import { execute } from '#app/kernel/database/sql'

export type LoginEventKind =
  | 'login_ok'
  | 'login_bad_password'
  | 'login_unknown'
  | 'login_locked'
  | 'login_inactive'
  | 'code_ok'
  | 'code_bad'
  | 'code_locked'
  | 'recovery_used'
  | 'logout'
  | '2fa_enabled'
  | '2fa_disabled'
  | 'recovery_regenerated'
  | 'step_up_ok'
  | 'step_up_bad'

/** Where a request came from. */
export type Origin = { ip: string; userAgent: string }

/** Writes one line of the sign-in log, outside any transaction: a refused attempt must stay on record. */
export async function recordLogin(
  kind: LoginEventKind,
  who: { id?: number; email?: string },
  origin: Origin
): Promise<void> {
  await execute(
    `insert into login_events (user_id, email, ip, user_agent, kind) values (:userId, :email, :ip, :userAgent, :kind)`,
    {
      userId: who.id ?? null,
      email: who.email ?? null,
      ip: origin.ip,
      userAgent: origin.userAgent.slice(0, 300),
      kind,
    }
  )
}
