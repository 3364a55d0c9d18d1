import { urlFor } from '~/urls'

export type AuditTab = 'alarms' | 'runs' | 'rules' | 'providers' | 'statistics'

/** The parts of the audit as tabs; each is a page of its own. */
export const auditTabs = () => ({
  name: 'part',
  options: [
    { value: 'alarms', label: 'Alarmas', href: urlFor('analyze.invoice') },
    { value: 'runs', label: 'Análisis', href: urlFor('analyze.invoice.runs') },
    { value: 'rules', label: 'Reglas', href: urlFor('analyze.invoice.rules') },
    { value: 'providers', label: 'Proveedores en riesgo', href: urlFor('analyze.invoice.providers') },
    { value: 'statistics', label: 'Estadísticas', href: urlFor('analyze.invoice.statistics') },
  ],
})
