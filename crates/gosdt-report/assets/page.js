(() => {
  const tree = document.querySelector(".scroller");
  letLeavesSpeak(tree, document.getElementById("says"));
  scrollToRoot(tree);
})();
