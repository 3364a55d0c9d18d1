import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { ALL_RULES } from '#app/invoices/audit/all_rules'
import {
  ALARM_PROVIDER,
  ALARM_SITE,
  alarmsList,
  lastRunAt,
  OPEN_ALARM,
  SEVERITY_LABELS,
  UNASSIGNED_ALARM,
} from '#app/invoices/auditing/list_alarms'
import { showAlarm } from '#app/invoices/auditing/show_alarm'
import { judgeAlarms } from '#app/invoices/auditing/work_alarms'
import { alarmScope, assertAlarmsInScope } from '#app/invoices/scoped_alarms'
import { judgeAlarmsValidator, judgeAlarmValidator } from '#app/invoices/validators/audit_validator'
import { alarmWorkflow } from '#app/invoices/workflows/alarm_workflow'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { printDeclared } from '#app/kernel/http/print_list'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Alarms of the invoice audit, worked off one by one or many at once. */
export default class AuditAlarmsController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const request = listRequest(ctx, alarmsList.definition)
    const { filter } = alarmFilters(ctx)
    if (await exportDeclared(ctx, alarmsList, { request, filter })) return
    const paper = { title: 'Alarmas de facturas', subtitle: 'Auditoría de facturas', who: user.name }
    if (await printDeclared(ctx, alarmsList, { request, filter }, paper)) return
    return ctx.inertia.render('invoices/audit/index', {
      alarms: await listOf(alarmsList, request, filter),
      rules: ALL_RULES.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
      statuses: Object.entries(alarmWorkflow.states).map(([value, { label }]) => ({ value, label })),
      severities: optionsOf(SEVERITY_LABELS),
      lastRunAt: await lastRunAt(),
    })
  }

  /** One alarm with its evidence, for the panel beside the list. */
  async show(ctx: HttpContext) {
    const alarmId = Number(ctx.params.id)
    await assertAlarmsInScope(ctx, [alarmId])
    const alarm = await showAlarm(alarmId, alarmScope(ctx))
    if (!alarm) throw new NotFound()
    return ctx.response.send({ data: alarm })
  }

  async update(ctx: HttpContext) {
    const ids = [Number(ctx.params.id)]
    await assertAlarmsInScope(ctx, ids)
    const given = await ctx.request.validateUsing(judgeAlarmValidator)
    return judge(ctx, ids, given)
  }

  async updateMany(ctx: HttpContext) {
    const { ids, ...given } = await ctx.request.validateUsing(judgeAlarmsValidator)
    await assertAlarmsInScope(ctx, ids)
    return judge(ctx, ids, given)
  }
}

type Given = {
  outcome: 'resolved' | 'false_positive' | 'snoozed'
  reason: string
  snoozed_until?: string | null | undefined
}

async function judge(ctx: HttpContext, ids: number[], { outcome, reason, snoozed_until: until }: Given) {
  const { user } = requireSignedIn(ctx)
  const { done, refusals } = await judgeAlarms(ids, {
    outcome,
    reason,
    snoozedUntil: (until ?? null) as CalendarDate | null,
    actor: actorOf(ctx),
    role: user.role,
  })
  const what = outcome === 'snoozed' ? 'pospuesta' : 'cerrada'
  if (done > 0) ctx.session.flash('success', done === 1 ? `Alarma ${what}.` : `${done} alarmas ${what}s.`)
  if (refusals.length > 0)
    ctx.session.flash('error', `${ids.length - done} sin cambios: ${refusals.join(' ')}`)
  return ctx.response.redirect().withQs().back()
}

function alarmFilters(ctx: HttpContext): QueryFilters {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, ALARM_SITE, filters.filter)
  const query = ctx.request.qs() as Record<string, unknown>
  if (query.status === undefined) filters.add(OPEN_ALARM)
  if (query.assignee === 'none') filters.add(UNASSIGNED_ALARM)
  else filters.keys('assignee', 'a.assigned_to')
  return filters
    .oneOf('status', 'a.status', Object.keys(alarmWorkflow.states))
    .oneOf('severity', 'a.severity', Object.keys(SEVERITY_LABELS))
    .oneOf(
      'rule',
      'a.rule_code',
      ALL_RULES.map(({ code }) => code)
    )
    .keys('site_ids', ALARM_SITE)
    .keys('provider_id', ALARM_PROVIDER)
    .days('issued', 'a.of_day')
    .amounts('amount', 'a.of_minor')
}
