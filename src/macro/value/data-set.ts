/** Where stored values come from: `own` were ingested, `demo` are made up. */
export type MacroDataSet = 'own' | 'demo'
