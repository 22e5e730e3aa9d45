/** Range of node ids in the subtree of a megatrend node; ids encode the position in the tree: NN000000, NNMM0000, NNMMKK00. */
export function subtreeRange(nodeId: number): { first: number; last: number } {
  const span = nodeId % 1_000_000 === 0 ? 1_000_000 : nodeId % 10_000 === 0 ? 10_000 : 100
  return { first: nodeId, last: nodeId + span - 1 }
}
