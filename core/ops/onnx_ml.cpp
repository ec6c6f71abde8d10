#include "operator_tables.h"

namespace netloupe {

const std::string_view kOnnxMlText = R"(
ArrayFeatureExtractor = Gather: Picks columns by index.
  1: X Y:p -> Z
Binarizer @math: 1 above a threshold, else 0.
  1: X -> Y | threshold:f=0.0
CastMap = Map: Turns a map into a tensor.
  1: X -> Y | cast_to:s=TO_FLOAT map_form:s=DENSE max_map:i=1
CategoryMapper = Map: Maps strings to integers or back.
  1: X -> Y | cats_int64s:is cats_strings:ss default_int64:i=-1 default_string:s=_Unused
DictVectorizer = Map: Turns a dictionary into a feature vector.
  1: X -> Y | int64_vocabulary:is string_vocabulary:ss
FeatureVectorizer = Concat: Joins features into one vector.
  1: X... -> Y | inputdimensions:is
Imputer @math: Replaces missing values.
  1: X -> Y | imputed_value_floats:fs imputed_value_int64s:is replaced_value_float:f=0.0
      replaced_value_int64:i=0
LabelEncoder = Map: Replaces keys by values.
  1: X -> Y | classes_strings:ss default_int64:i=-1 default_string:s=_Unused
  2: X -> Y | default_float:f=-0.0 default_int64:i=-1 default_string:s=_Unused keys_floats:fs keys_int64s:is
      keys_strings:ss values_floats:fs values_int64s:is values_strings:ss
  4: X -> Y | default_float:f=-0.0 default_int64:i=-1 default_string:s=_Unused default_tensor:t keys_floats:fs
      keys_int64s:is keys_strings:ss keys_tensor:t values_floats:fs values_int64s:is values_strings:ss
      values_tensor:t
LinearClassifier = ClassicalModel: Linear model that gives a class and scores.
  1: X -> Y Z | classlabels_ints:is classlabels_strings:ss coefficients:fs! intercepts:fs multi_class:i=0
      post_transform:s=NONE
LinearRegressor = ClassicalModel: Linear model that gives numbers.
  1: X -> Y | coefficients:fs intercepts:fs post_transform:s=NONE targets:i=1
Normalizer = LpNormalization: Divides each row by its norm.
  1: X -> Y | norm:s=MAX
OneHotEncoder = OneHot: Turns categories into one-hot vectors.
  1: X -> Y | cats_int64s:is cats_strings:ss zeros:i=1
SVMClassifier = ClassicalModel: Support vector machine that gives a class and scores.
  1: X -> Y Z | classlabels_ints:is classlabels_strings:ss coefficients:fs kernel_params:fs
      kernel_type:s=LINEAR post_transform:s=NONE prob_a:fs prob_b:fs rho:fs support_vectors:fs
      vectors_per_class:is
SVMRegressor = ClassicalModel: Support vector machine that gives a number.
  1: X -> Y | coefficients:fs kernel_params:fs kernel_type:s=LINEAR n_supports:i=0 one_class:i=0
      post_transform:s=NONE rho:fs support_vectors:fs
Scaler = Scale: Subtracts an offset and multiplies by a scale, per feature.
  1: X -> Y | offset:fs scale:fs
TreeEnsemble = ClassicalModel: Sums the leaves that decision trees choose.
  5: X -> Y | aggregate_function:i=1 leaf_targetids:is! leaf_weights:t! membership_values:t n_targets:i
      nodes_falseleafs:is! nodes_falsenodeids:is! nodes_featureids:is! nodes_hitrates:t
      nodes_missing_value_tracks_true:is nodes_modes:t! nodes_splits:t! nodes_trueleafs:is!
      nodes_truenodeids:is! post_transform:i=0 tree_roots:is!
TreeEnsembleClassifier = ClassicalModel: Decision trees that give a class and scores.
  1: X -> Y Z | base_values:fs class_ids:is class_nodeids:is class_treeids:is class_weights:fs
      classlabels_int64s:is classlabels_strings:ss nodes_falsenodeids:is nodes_featureids:is nodes_hitrates:fs
      nodes_missing_value_tracks_true:is nodes_modes:ss nodes_nodeids:is nodes_treeids:is nodes_truenodeids:is
      nodes_values:fs post_transform:s=NONE
  3 !5: X -> Y Z | base_values:fs base_values_as_tensor:t class_ids:is class_nodeids:is class_treeids:is
      class_weights:fs class_weights_as_tensor:t classlabels_int64s:is classlabels_strings:ss
      nodes_falsenodeids:is nodes_featureids:is nodes_hitrates:fs nodes_hitrates_as_tensor:t
      nodes_missing_value_tracks_true:is nodes_modes:ss nodes_nodeids:is nodes_treeids:is nodes_truenodeids:is
      nodes_values:fs nodes_values_as_tensor:t post_transform:s=NONE
TreeEnsembleRegressor = ClassicalModel: Decision trees that give numbers.
  1: X -> Y | aggregate_function:s=SUM base_values:fs n_targets:i nodes_falsenodeids:is nodes_featureids:is
      nodes_hitrates:fs nodes_missing_value_tracks_true:is nodes_modes:ss nodes_nodeids:is nodes_treeids:is
      nodes_truenodeids:is nodes_values:fs post_transform:s=NONE target_ids:is target_nodeids:is
      target_treeids:is target_weights:fs
  3 !5: X -> Y | aggregate_function:s=SUM base_values:fs base_values_as_tensor:t n_targets:i
      nodes_falsenodeids:is nodes_featureids:is nodes_hitrates:fs nodes_hitrates_as_tensor:t
      nodes_missing_value_tracks_true:is nodes_modes:ss nodes_nodeids:is nodes_treeids:is nodes_truenodeids:is
      nodes_values:fs nodes_values_as_tensor:t post_transform:s=NONE target_ids:is target_nodeids:is
      target_treeids:is target_weights:fs target_weights_as_tensor:t
ZipMap = Map: Joins scores with their labels into maps.
  1: X -> Z | classlabels_int64s:is classlabels_strings:ss
)";

}  // namespace netloupe
