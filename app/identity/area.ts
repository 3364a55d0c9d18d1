import { defineArea } from '#app/kernel/area'

/** Users, roles, sessions and announcements. */
export const identity = defineArea({
  name: 'identity',
  floor: 3,
  tables: [
    'user_authority_changes',
    'user_sites',
    'user_sessions',
    'user_recovery_codes',
    'password_tokens',
    'login_events',
    'announcements',
    'announcement_reads',
    'public_form_uses',
  ],
  menu: {
    users: ['identity/users/create', 'identity/users/edit', 'identity/mails/index'],
    '2faSecurity': ['identity/two_factor/show'],
  },
  routes: [() => import('#app/identity/routes')],
  jobs: [async () => (await import('#app/identity/jobs/forget_sign_ins_job')).forgetSignInsJob],
  refusals: {
    CA030: 'Debe quedar al menos un usuario s1st3ma activo.',
  },
})
