import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const Recurrents = () => import('#app/payments/kinds/recurring/pay_recurrents_controller')
const RecurrentSteps = () => import('#app/payments/kinds/recurring/recurrent_steps_controller')

router
  .group(() => {
    router.get('payrecurrents', [Recurrents, 'index']).as('payrecurrents')
    router.get('payrecurrents/accounts', [Recurrents, 'options']).as('payrecurrents.accounts')
    router
      .get('payrecurrents/expense-accounts', [Recurrents, 'expenseAccounts'])
      .as('payrecurrents.expense-accounts')
    router.post('payrecurrents', [Recurrents, 'store']).as('payrecurrents.store')
    router.get('payrecurrents/:id/edit', [Recurrents, 'edit']).as('payrecurrents.edit')
    router.put('payrecurrents/:id', [Recurrents, 'update']).as('payrecurrents.update')
    router.post('payrecurrents/:id/pause', [RecurrentSteps, 'pause']).as('payrecurrents.pause')
    router.post('payrecurrents/:id/resume', [RecurrentSteps, 'resume']).as('payrecurrents.resume')
    router.post('payrecurrents/:id/end', [RecurrentSteps, 'end']).as('payrecurrents.end')
    router.post('payrecurrents/:id/revision', [RecurrentSteps, 'revise']).as('payrecurrents.revise')
    router
      .post('payrecurrents/:id/occurrences/:occurrence/skip', [RecurrentSteps, 'skip'])
      .as('payrecurrents.skip')
    router
      .post('payrecurrents/:id/occurrences/:occurrence/amount', [RecurrentSteps, 'amount'])
      .as('payrecurrents.amount')
  })
  .where('id', router.matchers.number())
  .where('occurrence', router.matchers.number())
  .use(middleware.page({ entry: 'payrecurrents' }))
