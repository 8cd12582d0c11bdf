// Solves integer programs for Python with HiGHS, as scorer/offline/highs.py writes them.

/**
 * @param {any} highs npm's HiGHS, begun.
 * @returns {(program: string, seconds: number, gap: number) => string}
 */
export function solver(highs) {
  return (program, seconds, gap) => {
    const found = highs.solve(program, { time_limit: seconds, mip_rel_gap: gap, output_flag: false });
    const columns = Object.entries(found.Columns);
    const solved = columns.every(([, column]) => Number.isFinite(column.Primal));
    const values = columns.map(() => 0);
    for (const [name, column] of columns) values[Number(name.slice(1))] = column.Primal;
    return JSON.stringify({ status: found.Status, price: found.ObjectiveValue, values: solved ? values : null });
  };
}
