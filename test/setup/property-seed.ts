import fc from 'fast-check'

/** The same examples on every run, so that a red build is always about the change; FC_SEED=random looks for new ones. */
const seed = process.env['FC_SEED'] === 'random' ? undefined : Number(process.env['FC_SEED'] ?? 20261121)
fc.configureGlobal(seed === undefined ? {} : { seed })
