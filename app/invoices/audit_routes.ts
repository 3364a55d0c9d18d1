import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const AuditAlarms = () => import('#app/invoices/controllers/audit_alarms_controller')
const AlarmAssignments = () => import('#app/invoices/controllers/alarm_assignments_controller')
const AuditRuns = () => import('#app/invoices/controllers/audit_runs_controller')
const AuditRules = () => import('#app/invoices/controllers/audit_rules_controller')
const AuditRuleTrials = () => import('#app/invoices/controllers/audit_rule_trials_controller')
const AuditOverviews = () => import('#app/invoices/controllers/audit_overviews_controller')

router
  .group(() => {
    router.get('/', [AuditAlarms, 'index']).as('analyze.invoice')
    router.patch('alarms', [AuditAlarms, 'updateMany']).as('analyze.invoice.alarms.update_many')
    router.put('alarms/assignee', [AlarmAssignments, 'update']).as('analyze.invoice.alarms.assign')
    router.get('auditors', [AlarmAssignments, 'index']).as('analyze.invoice.auditors')
    router.get('alarms/:id', [AuditAlarms, 'show']).as('analyze.invoice.alarms.show')
    router.patch('alarms/:id', [AuditAlarms, 'update']).as('analyze.invoice.alarms.update')
    router.post('run', [AuditRuns, 'store']).as('analyze.invoice.run')
    router.get('runs', [AuditRuns, 'index']).as('analyze.invoice.runs')
    router.get('runs/:id', [AuditRuns, 'show']).as('analyze.invoice.runs.show')
    router.delete('runs/:id', [AuditRuns, 'destroy']).as('analyze.invoice.runs.cancel')
    router.get('rules', [AuditRules, 'index']).as('analyze.invoice.rules')
    router.put('rules/:code', [AuditRules, 'update']).as('analyze.invoice.rules.update')
    router.post('rules/:code/test', [AuditRuleTrials, 'store']).as('analyze.invoice.rules.test')
    router.get('providers', [AuditOverviews, 'index']).as('analyze.invoice.providers')
    router.get('statistics', [AuditOverviews, 'show']).as('analyze.invoice.statistics')
  })
  .prefix('analisar-facturas')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'analyze.invoice' }))
